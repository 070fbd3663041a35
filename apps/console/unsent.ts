// What is typed and not sent yet: only the labels of the fields, never what is in them.

const typed = new Set<HTMLInputElement | HTMLTextAreaElement>()

const isText = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['radio', 'checkbox', 'file', 'password'].includes(target.type))

/** Follows what is typed, from the start of the app on. */
export function followTyping(): void {
  addEventListener('input', ({ target }) => {
    if (isText(target)) typed.add(target)
  })
}

/** The labels of the fields on the page that hold something somebody typed. */
export function unsentFields(): readonly string[] {
  for (const field of typed) if (!field.isConnected) typed.delete(field)
  return [...typed]
    .filter(({ value }) => value.trim() !== '')
    .map((field) => field.labels?.[0]?.textContent?.trim() ?? field.getAttribute('aria-label') ?? '')
    .filter((label) => label !== '')
}
