// What the theme leaves to be wished for: tables that are wider than the page can be scrolled with the keyboard, and the
// copy button of every block of code is no place of its own in the page.
addEventListener("load", () => {
  for (const wrap of document.querySelectorAll(".md-typeset__scrollwrap")) {
    if (wrap.scrollWidth > wrap.clientWidth) wrap.tabIndex = 0;
  }
  for (const buttons of document.querySelectorAll(".md-code__nav")) buttons.setAttribute("role", "group");
});
