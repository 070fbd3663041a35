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

/** `Chrome · Android` from a User-Agent header: for people to recognise their devices by, trusted for nothing. */
export function deviceName(userAgent: string): string {
  const text = userAgent.slice(0, 400)
  const names = [browsers, systems].flatMap((list) => list.find(([shape]) => shape.test(text))?.[1] ?? [])
  return names.length === 0 ? '—' : names.join(' · ')
}
