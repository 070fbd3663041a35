import { present } from '@bolsillo/kernel'
import { createMessageChannel, createNotices } from '@bolsillo/notices/server'
import type { Language } from '@bolsillo/server-kit'
import { happeningActs, happeningKinds } from '@bolsillo/statements/domain'
import type { Platform } from '../products.ts'
import type { Base } from './base.ts'
import { type Composing, replaced } from './composing.ts'

/** What reaches customers outside the app, as they chose; and what rooms give their own notices by. */
export function composeNotices(
  { services, instead, late }: Composing,
  { ways: { carried, toDevices }, appUrl, identity }: Base,
  { audit, history, customers }: Platform,
) {
  const notices = createNotices(
    replaced(instead.notices, {
      ...{ services, audit, history, customers },
      channels: [
        ...carried.map((channel) => createMessageChannel({ channel, customers: identity.customers, appUrl })),
        ...(toDevices.isOn ? [toDevices.channel] : []),
      ],
      happenings: { kinds: happeningKinds, acts: happeningActs },
      actName: (language, action) => actName(late.rooms, language, action),
    }),
  )
  late.notify = notices.notify
  return notices
}

/** An act in the words of its room, as the bell has it. */
function actName(rooms: Composing['late']['rooms'], language: Language, action: string): string | undefined {
  const [name, act = ''] = action.split('.')
  const room = present(rooms, 'all rooms are made before any notice').find((one) => one.name === name)
  const acts = room?.messages[language].acts
  const said = typeof acts === 'object' ? acts[act] : undefined
  return typeof said === 'string' ? said : undefined
}
