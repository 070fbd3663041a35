// The page of everything a customer owns. The app brings the card with the total, and the addresses of products.
export { PortfolioTab } from './portfolio-tab.tsx'
export { ResultsPage } from './results-page.tsx'
