/** The tokens a canvas may ask for. Everything else takes them through CSS. */
export type ColorToken =
  | '--page'
  | '--card'
  | '--ink'
  | '--second'
  | '--faint'
  | '--hair'
  | '--line'
  | '--brand'
  | '--wash'
  | '--up'
  | '--down'
  | '--up-ink'
  | '--down-ink'
  | '--warn'
  | '--warnink'
  | '--on-fill'

/** A token's color as the current theme resolves it (`rgb(…)`), for drawing on a canvas. */
export function readColor(token: ColorToken): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  probe.hidden = true
  document.body.append(probe)
  const color = getComputedStyle(probe).color
  probe.remove()
  return color
}

/** Calls the listener when the theme or the colors of up and down change, by the system or by the customer. */
export function onThemeChange(listener: () => void): () => void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)')
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-up'] })
  dark.addEventListener('change', listener)
  return () => {
    observer.disconnect()
    dark.removeEventListener('change', listener)
  }
}
