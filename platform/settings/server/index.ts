import type { Audit } from '@bolsillo/audit/server'
import { reject } from '@bolsillo/kernel'
import { handlersOf, type Room, type Services, useCase } from '@bolsillo/server-kit'
import { readProp, readProps, rejections } from '../contract/index.ts'
import { appSettings, operationsSettings, type Setting } from '../domain/index.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import { listPropChanges, readOperations } from './dated-values.ts'
import { createRegistry, type SettingsRegistry, settingChangedTopic } from './settings.ts'

export { cursorOf, written } from './dated-values.ts'
export { refusePaused } from './pauses.ts'
export {
  noticeProblem,
  pauseProblems,
  type SettingChange,
  type Settings,
  type SettingsRegistry,
} from './settings.ts'
export { findChangesOf, lastChangeOf, lockChanges } from './settings-store.ts'
export { findWorsening, type Worsening } from './worsening.ts'

/** Milliseconds after which a change made by another process is seen at the latest. */
const refreshEveryMs = 5000

/** One published property. */
const readOne = useCase(readProp, async ({ key }, _context, settings: SettingsRegistry) => {
  const value = settings.publicValue(key)
  return value === undefined ? reject(rejections.propUnknown, { field: 'key' }) : { key, value: plain(value) }
})

/** All of them. */
const readAll = useCase(readProps, async (_request, _context, settings: SettingsRegistry) => ({
  props: Object.fromEntries(Object.entries(settings.publicValues()).map(([name, value]) => [name, plain(value)])),
}))

/** The settings room. `declared` are the settings of all other rooms; those of the app itself and of its operation come with it. */
export function createSettings(options: {
  readonly services: Services
  readonly audit: Audit
  readonly declared: readonly Setting[]
}): { readonly room: Room; readonly settings: SettingsRegistry } {
  const own = [...Object.values(appSettings), ...Object.values(operationsSettings)]
  const settings = createRegistry({ ...options, declared: [...own, ...options.declared] })
  const room: Room = {
    name: 'settings',
    migrations: new URL('./migrations/', import.meta.url),
    handlers: handlersOf([readOne, readAll, listPropChanges, readOperations], settings),
    events: [
      {
        topic: settingChangedTopic,
        name: 'refresh-changed-settings',
        scope: 'each-process',
        handle: () => settings.refresh(),
      },
    ],
    jobs: [{ name: 'refresh-settings', everyMs: refreshEveryMs, run: () => settings.refresh() }],
    messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
    start: () => settings.refresh(),
  }
  return { room, settings }
}

function plain(value: string | number | boolean | readonly string[]): string | number | boolean | string[] {
  return typeof value === 'object' ? [...value] : value
}
