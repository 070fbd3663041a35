import type { LiquidationStage } from './liquidation.ts'

/** Why a liquidation is late: a step that was possible did not come, or the account is below for too long. */
export const lateReasons = ['no-step', 'below-for-long'] as const
export type LateReason = (typeof lateReasons)[number]

/** How a look at an account ended: all done, not all of it (nobody took it), or it threw. */
export const lookOutcomes = ['done', 'unfinished', 'threw'] as const
export type LookOutcome = (typeof lookOutcomes)[number]

/** Who is asked for the next step of a liquidation, in the order they are. */
export const liquidationStages = ['book', 'fund', 'hand-over'] as const satisfies readonly LiquidationStage[]
