/** Keeps the front end at hand, so that the app opens without a network and says what is missing. The house's answers it never keeps. */

/// <reference lib="webworker" />

const worker = self as unknown as ServiceWorkerGlobalScope;
const PAGES = "pages"; // the one page of the front end
const ASSETS = "assets"; // named by what is in them: they never change
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

/** The page as the house has it now, or as it was. */
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

/** With what it asks for; what an older one asked for is let go. */
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
