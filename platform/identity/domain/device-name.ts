// The order counts: Edge and Opera say Chrome too, Chrome says Safari too, Android says Linux too.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const readChars = 400
const startChars = 32
/** Begins the name of what is no browser; a screen says in its language that the program is unknown. */
const unknownMark = '? '

/**
 * `Chrome · Android` from a User-Agent header: for people to recognize their devices by, trusted for nothing. Of what is
 * neither a known browser nor a known system, the beginning: `? curl/8.5.0`, printable letters only; `?` when it is empty.
 */
export function deviceName(userAgent: string): string {
  const text = userAgent.slice(0, readChars)
  const names = [browsers, systems].flatMap((list) => list.find(([shape]) => shape.test(text))?.[1] ?? [])
  if (names.length > 0) return names.join(' · ')
  const start = text
    .replaceAll(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, startChars)
  return `${unknownMark}${start}`.trim()
}

/** The name as messages and logs have it: whoever signs in chooses what an unknown program says, and it must not reach them. */
export function deviceInMessages(userAgent: string): string {
  const name = deviceName(userAgent)
  return unknownProgram(name) === undefined ? name : '—'
}

/** How an unknown program begins, empty when it did not say; undefined when the name is that of a known one. */
export function unknownProgram(device: string): string | undefined {
  // Sessions that are older than this have a dash.
  if (device === '—') return ''
  return device.startsWith(unknownMark.trim()) ? device.slice(unknownMark.length) : undefined
}
