// Pages of the specification whose products are not part of this build. A page that is built is found before this is
// asked, so that a folder may stay while one page of it is there; a page by itself leaves the list when it is built, which
// a test of the specification compares.
const paths = [
  '/pages/coinICO/',
  '/pages/common/androidAPP',
  '/pages/common/download',
  '/pages/common/iosAPP',
  '/pages/common/loanService',
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
] as const

/** Whether an address is of something that is not open yet, so that its visitor reads that and not a dead end. */
export function isNotOpen(path: string): boolean {
  return paths.some((one) => (one.endsWith('/') ? path.startsWith(one) : path === one))
}
