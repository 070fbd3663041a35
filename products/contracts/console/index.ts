export { listLateLiquidations } from '../contract/operator.ts'
