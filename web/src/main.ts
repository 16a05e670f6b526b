import { mount } from "svelte";

import App from "./app/App.svelte";
import "./lib/tokens.css";
import "./lib/base.css";
import { settings } from "./lib/settings.svelte";

settings.apply(); // before anything is drawn
const target = document.getElementById("app");
if (target) mount(App, { target });
