// What the theme leaves to be wished for: tables that are wider than the page can be scrolled with the keyboard, and the
// copy buttons of the blocks of code can be told apart.
addEventListener("load", () => {
  for (const wrap of document.querySelectorAll(".md-typeset__scrollwrap")) {
    if (wrap.scrollWidth > wrap.clientWidth) wrap.tabIndex = 0;
  }
  document.querySelectorAll(".md-code__nav").forEach((buttons, number) => {
    buttons.setAttribute("aria-label", `Block of code ${number + 1}`);
  });
});
