/**
 * Puts the focus on the first field that is wrong, once its error is drawn: what a form refuses must not lie outside of what is
 * seen of it. In the sheet or dialog that is open, else on the page.
 */
export function focusFirstError(): void {
  requestAnimationFrame(() => {
    const layers = document.querySelectorAll('dialog[open]')
    const layer: ParentNode = layers[layers.length - 1] ?? document
    const field = layer.querySelector<HTMLElement>('[aria-invalid=true]')
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'center' })
  })
}
