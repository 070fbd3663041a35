/** What shows an alert that fires while the app is open: for customers, after the first page. */
export const loadAlertToasts = () => import('./alert-toasts.tsx')
