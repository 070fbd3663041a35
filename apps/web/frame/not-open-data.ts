// Pages of the specification whose products are not part of this build. A page that is built is found before this is
// asked. `tools/spec` compares the list with the specification: a page of it is built or listed here, and leaves the
// list when it is built: what is listed and built is shown as built, and the list would only be read as if it
// were not.
const paths = [
  '/pages/coinICO/',
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
