// Pages of the specification whose products are not part of this build. A page that is built is found before this is
// asked.
const paths = [
  '/pages/coinICO/',
  '/pages/common/androidAPP',
  '/pages/common/download',
  '/pages/common/iosAPP',
  '/pages/common/loanService',
  '/pages/common/service',
  '/pages/follow/',
  '/pages/news/',
  '/pages/notice/',
  '/pages/robot/',
  '/pages/stock/vip',
  '/pages/stockBulk/',
  '/pages/stockIPO/',
  '/pages/user/creditScore',
  '/pages/user/ipoSwitch',
  '/pages/user/loan',
  '/pages/user/service',
] as const

/** Whether an address is of something that is not open yet, so that its visitor reads that and not a dead end. */
export function isNotOpen(path: string): boolean {
  return paths.some((one) => (one.endsWith('/') ? path.startsWith(one) : path === one || path === `${one}Js`))
}
