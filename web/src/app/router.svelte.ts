/** Client-side routing with the browser history. */

class Router {
  path = $state(location.pathname);
  hasMoved = false; // whether the user has navigated since the page was loaded

  constructor() {
    addEventListener("popstate", () => {
      this.hasMoved = true;
      this.path = location.pathname;
    });
  }

  go(address: string): void {
    if (address === location.pathname) return;
    this.hasMoved = true;
    history.pushState(null, "", address);
    this.path = location.pathname;
    scrollTo(0, 0);
  }

  /** Follow internal links without reloading the page. Ignore all other clicks. */
  follow(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain || event.defaultPrevented || link.target || link.origin !== location.origin) return;
    if (link.hasAttribute("download") || (link.hash && link.pathname === location.pathname)) return;
    event.preventDefault();
    this.go(link.pathname + link.hash);
  }
}

export const router = new Router();
