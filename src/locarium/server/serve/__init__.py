"""The application: routes, gateway, processes, API description and web client."""
