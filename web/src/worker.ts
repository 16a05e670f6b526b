/** The service worker: caches the front end so that the app opens offline with a clear message. It never caches API responses. */

/// <reference lib="webworker" />

const worker = self as unknown as ServiceWorkerGlobalScope;
const PAGES = "pages"; // holds the app's only HTML page
const ASSETS = "assets"; // named by content hash, so they never change
const SHELL = "/";

worker.addEventListener("install", (event) => {
  event.waitUntil(fetch(SHELL, { cache: "no-cache" }).then(keepShell));
  void worker.skipWaiting();
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(worker.clients.claim());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin || pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(openPage(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(openAsset(request));
});

/** Return the page from the network, or from the cache. */
async function openPage(request: Request): Promise<Response> {
  try {
    const page = await fetch(request);
    if (isShell(page)) await keepShell(page.clone());
    return page;
  } catch {
    return (await caches.match(SHELL, { cacheName: PAGES })) ?? Response.error();
  }
}

const isShell = (page: Response) => page.ok && (page.headers.get("Content-Type") ?? "").startsWith("text/html");

/** Cache a page and its assets, and delete the assets of older versions. */
async function keepShell(page: Response): Promise<void> {
  const pages = await caches.open(PAGES);
  const html = await page.clone().text();
  const known = await pages.match(SHELL);
  if (known !== undefined && (await known.text()) === html) return;
  await caches.delete(ASSETS);
  await pages.put(SHELL, page);
  const wanted = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].flatMap(([, path]) => path ?? []);
  await (await caches.open(ASSETS)).addAll(wanted);
}

async function openAsset(request: Request): Promise<Response> {
  const assets = await caches.open(ASSETS);
  const known = await assets.match(request);
  if (known !== undefined) return known;
  const asset = await fetch(request);
  if (asset.ok) await assets.put(request, asset.clone());
  return asset;
}
