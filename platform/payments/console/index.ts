export { listStatementLines } from '../contract/operator.ts'
