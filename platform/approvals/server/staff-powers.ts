import { type OperatorRole, operatorRoles } from '@bolsillo/contract'
import { identitySettings } from '@bolsillo/identity/domain'
import { type Instant, instant } from '@bolsillo/kernel'
import { type Language, type Messages, type ReadContext, type Room, useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import * as operatorCalls from '../contract/operator.ts'
import type { StaffPowers } from '../contract/power-shapes.ts'
import { powersCountedDays } from '../domain/counted-days.ts'
import { roomOf } from '../domain/index.ts'
import type { ApprovalKind } from './approvals.ts'
import { countApproved } from './approvals-store.ts'
import type { Desk, DeskDeps } from './declarations.ts'

type Power = StaffPowers['powers'][number]

const countedMs = powersCountedDays * 86_400_000

/** What staff can see and do, made from the calls and kinds the program has. */
export const listPowers = useCase(operatorCalls.listPowers, (_request, context, deps: DeskDeps) =>
  powersNow(deps, context),
)

/** The same for everybody. */
export const readPowers = useCase(calls.readStaffPowers, (_request, context, deps: DeskDeps) =>
  powersNow(deps, context),
)

async function powersNow(
  { kinds, rooms, staff }: DeskDeps,
  { db, now, caller }: Pick<ReadContext, 'db' | 'now' | 'caller'>,
): Promise<StaffPowers> {
  const rootActs = await staff.rootActs(db, instant(Math.max(0, now - countedMs)))
  return {
    powers: [...powersOf(kinds, rooms(), caller.language)],
    done: [...(await countApproved(db, now - countedMs))],
    coming: comingOf(await staff.list(db), staff, now),
    rootActs: {
      ever: rootActs.ever,
      lately: rootActs.lately,
      days: powersCountedDays,
      ...(rootActs.lastAt === undefined ? {} : { lastAt: rootActs.lastAt }),
    },
    waitMs: staff.waitMs(),
    realHoursMin: identitySettings.staffWaitHours.min,
  }
}

/** Powers somebody of the staff will have, or lose: which and when, without a name. */
function comingOf(
  accounts: Awaited<ReturnType<Desk['staff']['list']>>,
  { inForce }: Desk['staff'],
  now: Instant,
): StaffPowers['coming'] {
  return accounts
    .filter(({ endedAt }) => endedAt === undefined)
    .flatMap((account) => {
      const { roles, powersFrom, change } = account
      const counts = inForce(account, now)
      const waiting = roles.filter((role) => !counts.includes(role))
      return [
        ...(waiting.length === 0 || powersFrom === undefined
          ? []
          : [{ what: 'begin' as const, roles: waiting, from: powersFrom }]),
        ...(change === undefined
          ? []
          : [{ what: 'end' as const, roles: roles.filter((role) => !change.roles.includes(role)), from: change.from }]),
      ]
    })
}

/** The closed list. Those that take two people first, then what one person does, then what is only looked at. */
export function powersOf(
  kinds: ReadonlyMap<string, ApprovalKind>,
  rooms: readonly Room[],
  language: Language,
): readonly Power[] {
  const acts = [...kinds.values()].map((kind): Power => {
    const room = rooms.find(({ name }) => name === roomOf(kind.titleKey))
    const words = room?.messages[language] ?? {}
    return {
      name: kind.name,
      room: roomOf(kind.titleKey),
      kind: 'two-people',
      text: wordAt(words, kind.titleKey.split('.').slice(1)) ?? kind.name,
      roles: named(kind.makerRoles),
      checkers: named(kind.checkerRoles),
      reasons: kind.reasons.map((code) => wordAt(words, ['reasons', code]) ?? code),
    }
  })
  const calls = rooms.flatMap((room) =>
    (room.operatorHandlers ?? []).flatMap(({ call }): readonly Power[] =>
      call.audience === 'operator'
        ? [
            {
              name: call.name,
              room: room.name,
              kind: call.effect === 'read' ? 'looks' : 'acts',
              text: call.power?.[language] ?? call.summary,
              roles: named(call.roles ?? []),
              checkers: [],
              reasons: [],
            },
          ]
        : [],
    ),
  )
  return [...acts, ...calls.filter(({ kind }) => kind === 'acts'), ...calls.filter(({ kind }) => kind === 'looks')]
}

const named = (roles: readonly OperatorRole[]): OperatorRole[] => operatorRoles.filter((role) => roles.includes(role))

/** The text under a path of keys, if there is one. */
export function wordAt(words: Messages, path: readonly string[]): string | undefined {
  const [first, ...rest] = path
  if (first === undefined) return undefined
  const found = words[first]
  if (typeof found === 'string') return rest.length === 0 ? found : undefined
  return found === undefined ? undefined : wordAt(found, rest)
}
