export { AlertToasts } from './alert-toasts.tsx'
