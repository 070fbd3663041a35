/** The chart of a contract, under the address that coins and contracts share. */
export const loadContractChart = () => import('./chart-page.tsx')
/** Toasts of warnings before a liquidation. */
export const loadMarginToasts = () => import('./margin-toasts.tsx')
