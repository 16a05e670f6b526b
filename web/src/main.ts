import { mount } from "svelte";

import App from "./app/App.svelte";
import "./lib/tokens.css";
import "./lib/base.css";
import { settings } from "./lib/settings.svelte";

settings.apply(); // before anything is drawn
const target = document.getElementById("app");
if (target) mount(App, { target });

// Only pages that are served securely have one; all others do without.
if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("/worker.js");
