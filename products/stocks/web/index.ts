// The app adds the other products to the search.
export { SearchPage } from './search-page.tsx'
