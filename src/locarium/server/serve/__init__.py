"""The application: routes, gateway, processes, API description, front end."""
