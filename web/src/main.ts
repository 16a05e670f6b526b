import { mount } from "svelte";

import App from "./app/App.svelte";
import "./lib/tokens.css";
import "./lib/base.css";
import { settings } from "./lib/settings.svelte";

settings.apply(); // before the first render
const target = document.getElementById("app");
if (target) mount(App, { target });

// Service workers need a secure page; other pages work without one.
if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("/worker.js");
