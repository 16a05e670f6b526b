// Browsers start no workers for pages that come straight from files. There the search runs in a hidden frame instead,
// which hears and answers messages as a worker would.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    #frame = document.createElement("iframe");
    #unheard = []; // messages from before the script was there
    #ready = false;

    constructor(address) {
      super();
      this.#frame.hidden = true;
      this.#frame.addEventListener("load", () => this.#start(address), { once: true });
      document.body.append(this.#frame);
    }

    postMessage(data) {
      if (!this.#ready) this.#unheard.push(data);
      else this.#inside.dispatchEvent(new this.#inside.MessageEvent("message", { data }));
    }

    terminate() {
      this.#frame.remove();
    }

    get #inside() {
      return this.#frame.contentWindow;
    }

    #start(address) {
      this.#inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      const script = this.#frame.contentDocument.createElement("script");
      script.src = address;
      script.addEventListener("load", () => {
        this.#ready = true;
        this.#unheard.forEach((data) => this.postMessage(data));
      });
      this.#frame.contentDocument.body.append(script);
    }
  };
}
