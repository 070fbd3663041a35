export { listAudit } from '../operator-contract.ts'
