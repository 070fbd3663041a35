import { type Call, defineCall, z } from '@bolsillo/contract'
import { staffPowers } from './power-shapes.ts'

export { approvalsRejections, proposeRejections } from '../domain/rejections.ts'

export const readStaffPowers = defineCall({
  name: 'read-staff-powers',
  method: 'GET',
  path: '/index/staff/powers',
  audience: 'public',
  needs: [],
  request: z.object({}),
  reply: staffPowers,
  rejections: [],
  summary: 'The closed list of what staff can see and do, with who may and for which reasons, and how often they did.',
  effect: 'read',
  limit: { times: 120, perMs: 60_000 },
})

/** Calls of customers. */
export const calls: readonly Call[] = [readStaffPowers]
