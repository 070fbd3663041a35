import { globSync, readFileSync } from 'node:fs'
import type { EntryKind } from '@bolsillo/ledger/domain'
import { languages } from '@bolsillo/server-kit'
import { happeningActs, happeningKinds } from '@bolsillo/statements/domain'
import { describe, expect, it } from 'vitest'

// What a case notifies its owner of is declared where the case is: `accept: { audit: 'accept', notice: 'accepted' }`. A
// customer who looks at the bell finds the same, as the act or as the entry that goes with it.
const root = new URL('../../', import.meta.url).pathname
const files = globSync('{platform,products}/*/server/*-case.ts', { cwd: root })
const noticed = (text: string): readonly string[] => {
  const room = /room: '([a-z]+)'/.exec(text)?.[1] ?? ''
  return [...text.matchAll(/audit: '([a-z-]+)', notice: '/g)].map(([, act]) => `${room}.${act}`)
}

/** Acts that always come with an entry of the journal, which is in the list instead of them. */
const asEntries: Readonly<Record<string, EntryKind>> = {
  'withdrawals.accept': 'withdrawal',
  'withdrawals.complete': 'withdrawal-paid',
}

describe('the acts that happen to a customer', () => {
  it('are found where cases are declared', () => {
    const found = files.flatMap((file) => noticed(readFileSync(root + file, 'utf8')))
    expect(found).toEqual(
      expect.arrayContaining([
        'kyc.practice-verify',
        'withdrawals.hold',
        'withdrawals.complete',
        'deposits.elsewhere-planned',
      ]),
    )
  })

  it.each(files)('have every act of which a case notifies its owner: %s', (file) => {
    const missing = noticed(readFileSync(root + file, 'utf8')).filter((act) => {
      const kind = asEntries[act]
      return kind === undefined ? !happeningActs.includes(act) : !happeningKinds.includes(kind)
    })
    expect(missing).toEqual([])
  })

  it.each(languages)('have words in %s', async (language) => {
    const rooms = [...new Set(happeningActs.map((act) => act.split('.')[0] ?? ''))]
    const words = new Map(
      await Promise.all(
        rooms.map(async (room) => {
          const [file = ''] = globSync(`{platform,products}/${room}/messages/${language}.ts`, { cwd: root })
          const { messages } = (await import(root + file)) as { messages: { acts?: Readonly<Record<string, string>> } }
          return [room, messages.acts ?? {}] as const
        }),
      ),
    )
    const without = happeningActs.filter((action) => {
      const [room = '', act = ''] = action.split('.')
      return (words.get(room)?.[act] ?? '') === ''
    })
    expect(without).toEqual([])
  })

  it('are each in the list once', () => {
    expect(new Set(happeningActs).size).toBe(happeningActs.length)
  })
})
