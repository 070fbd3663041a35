export { listAudit } from '../contract/operator.ts'
