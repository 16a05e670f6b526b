/** Copy a text from the field that shows it. Return false if the user has to copy it by hand. */
export async function copyText(
  text: string,
  field: HTMLInputElement | HTMLTextAreaElement | undefined,
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text); // only available on secure pages
    return true;
  } catch {
    field?.select();
    return document.execCommand("copy"); // deprecated, but works on insecure pages
  }
}
