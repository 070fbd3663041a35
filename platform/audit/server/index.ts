export type { Audit } from './audit.ts'
