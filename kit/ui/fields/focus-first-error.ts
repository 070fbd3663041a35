/**
 * Focuses the first invalid field once its error is rendered, so that it is scrolled into view. Looks in the open
 * sheet or dialog, otherwise on the page.
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
