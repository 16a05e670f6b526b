/** Pages by address, with the history of the browser. */

class Router {
  path = $state(location.pathname);
  hasMoved = false; // since the document was loaded

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

  /** Follow links of ours without loading the page anew; other clicks are none of our business. */
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
