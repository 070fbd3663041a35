// Calls of the specification whose products are not part of this build. A call that is built leaves this list: a test
// compares it with what the rooms mount.
const paths = [
  '/coin/new/',
  '/coin/order/new/',
  '/fund/',
  '/stock/ai/',
  '/stock/index/offline/',
  '/stock/index/option/',
  '/stock/order/offline/',
  '/stock/order/option/',
  '/user/loan',
  '/user/vip/',
] as const

/** Whether a path, below the prefix of customers' calls, is of a product that is not open in this build. */
export function isNotOpen(path: string): boolean {
  return paths.some((one) => (one.endsWith('/') ? path.startsWith(one) : path === one || path.startsWith(`${one}/`)))
}
