/** The chart of a contract, under the address that coins and contracts share. */
export const loadContractChart = () => import('./chart-page.tsx')
