// The page of everything a customer owns, and the table of it on a desk. The app brings the card with the total, and the
// addresses of products.
export { HeldTable } from './held-table.tsx'
export { PortfolioTab } from './portfolio-tab.tsx'
export { ResultsPage } from './results-page.tsx'
