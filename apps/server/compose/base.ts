import { createAudit } from '@bolsillo/audit/server'
import { createIdentity, type Identity, operatorNamesOf } from '@bolsillo/identity/server'
import { present } from '@bolsillo/kernel'
import { createPracticeInbox } from '@bolsillo/rail-practice-inbox'
import { createWebPush } from '@bolsillo/rail-web-push'
import type { NeedsPort } from '@bolsillo/server-kit'
import type { Setting } from '@bolsillo/settings/domain'
import { createSettings } from '@bolsillo/settings/server'
import { chooseMessageRail } from '../choose-message-rail.ts'
import type { Config } from '../config.ts'
import type { Composing } from './composing.ts'

export type Base = ReturnType<typeof composeBase>

/** What every other room needs: the record of acts, the settings, accounts and their messages. */
export function composeBase({ config, services, instead, late }: Composing, declared: readonly Setting[]) {
  const { room: auditRoom, audit } = createAudit({
    staffNames: operatorNamesOf,
    waysOf: (...asked) => present(late.waysOf, 'the ledger is made before any request')(...asked),
    lookFor: (...asked) => present(late.views, 'looks are made before any request').viewedForCase(...asked),
    practice: services.mode === 'SIM',
  })
  const { room: settingsRoom, settings: registry } = createSettings({ services, audit, declared })
  const settings = instead.settings?.(registry) ?? registry
  const { room: inboxRoom, rail: practiceRail, inbox } = createPracticeInbox()
  const appUrl = config.publicUrl ?? `http://localhost:${config.port}`
  const consoleUrl = config.console.url ?? `http://localhost:${config.console.port}`
  const push = createWebPush({
    services,
    audit,
    hosts: instead.pushHosts ?? config.pushServices,
    contact: contactOf(config),
  })
  const places = { config, services, practiceRail, appUrl, consoleUrl }
  const { outbox, rail, carried } = chooseMessageRail({ ...places, toDevices: push.transports })
  const toDevices = push.over(outbox.toDevice)
  const ownIdentity = createIdentity({
    services,
    audit,
    settings,
    rail,
    inbox,
    appUrl,
    consoleUrl,
    ...(instead.identity === undefined ? {} : { instead: instead.identity }),
  })
  const customers: Identity['customers'] = {
    ...ownIdentity.customers,
    notify: (...asked) => present(late.notify, 'notices are made before any request')(...asked),
  }
  const identity: Identity = { ...ownIdentity, customers, ...instead.accounts }
  // Nobody can become VIP yet; until then a setting opens what VIP would.
  const needs: NeedsPort = instead.needs ?? { ...identity.needs, vip: async () => false }
  return {
    ...{ auditRoom, audit, settingsRoom, registry, settings, inboxRoom, outbox, identity, needs, appUrl },
    ways: { carried, toDevices },
  }
}

/** Whom a push service writes to when something is wrong: services refuse a server that names nobody. */
function contactOf({ mail, publicUrl }: Config): string {
  if (mail !== undefined) return `mailto:${mail.from.address}`
  return publicUrl?.startsWith('https:') ? publicUrl : 'mailto:nobody@bolsillo.example'
}
