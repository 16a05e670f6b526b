import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const server = process.env.LOCARIUM_SERVER ?? "http://127.0.0.1:8000"; // the server behind `npm run dev`

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/locarium/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: ["index.html", "src/worker.ts"],
      output: {
        entryFileNames: ({ name }) => (name === "worker" ? "worker.js" : "assets/[name]-[hash].js"), // a service worker controls only pages at or below its own path
      },
    },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["src/**/*.test.ts"] },
});
