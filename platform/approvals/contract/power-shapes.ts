import { field, operatorRoles, z } from '@bolsillo/contract'

const power = z.object({
  /** The call's or the act's name. */
  name: z.string(),
  room: z.string(),
  /** `looks`: reads. `acts`: one person does it. `two-people`: one proposes, another decides. */
  kind: z.enum(['looks', 'acts', 'two-people']),
  /** In the language asked for. */
  text: z.string(),
  roles: z.array(z.enum(operatorRoles)),
  /** Who decides what `roles` propose. */
  checkers: z.array(z.enum(operatorRoles)),
  /** The closed list of reasons, in the language asked for. */
  reasons: z.array(z.string()),
})

/** What the staff can do here, and nothing else: made from the program itself. */
export const staffPowers = z.object({
  powers: z.array(power),
  /** How often two people of the staff did something in the last 30 days, by act. */
  done: z.array(z.object({ name: z.string(), count: z.int() })),
  /** Roles somebody of the staff will have, or lose, from a time on. */
  coming: z.array(z.object({ what: z.enum(['begin', 'end']), roles: z.array(z.enum(operatorRoles)), from: field.at })),
  /** How often somebody with access to the server let a person in past the staff: ever, in so many days, and when last. */
  rootActs: z.object({ ever: z.int(), lately: z.int(), days: z.int(), lastAt: z.optional(field.at) }),
  /** How long new powers wait. */
  waitMs: z.int(),
  /** Hours they wait at least where money is real: no setting makes it less. */
  realHoursMin: z.int(),
})

export type StaffPowers = z.output<typeof staffPowers>
