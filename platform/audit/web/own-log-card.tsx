import { writeCsv } from '@bolsillo/kernel'
import { Button, Card, Note } from '@bolsillo/ui'
import { saveFile, sha256, useKit, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { use, useRef, useState } from 'react'
import { exportOwnActivity } from '../contract/index.ts'
import {
  chainOwn,
  checkOwn,
  missingSince,
  type OwnLine,
  type OwnReader,
  ownLogCells,
  ownLogHead,
  readOwnLog,
} from '../domain/own-log.ts'
import type { Messages } from '../messages/es-ES.ts'
import { ActFollowingContext, type FollowedActs } from './act-following.ts'

/** Pages of an export that are asked for at most: a hundred thousand acts. */
const pagesMax = 1000
const fileBytesMax = 200_000_000

type Found = { readonly kind: 'good' | 'bad'; readonly text: string }

/** Reads one's log, and says what is wrong with lines of one. */
function useOwnLog() {
  const t = useWords<Messages>('audit')
  const { client } = useKit()
  const loadFollowing = use(ActFollowingContext)
  const readLog = async (): Promise<{ readonly lines: readonly OwnLine[]; readonly practice: boolean } | undefined> => {
    const records: Omit<OwnLine, 'chain'>[] = []
    let after: string | undefined
    for (let page = 0; page < pagesMax; page += 1) {
      const answer = await client.call(exportOwnActivity, after === undefined ? {} : { after })
      if (answer.kind !== 'reply') return undefined
      const { rows, head } = answer.data
      records.push(...rows.map((row) => (row.way === undefined ? row : { ...row, head })))
      after = answer.data.next
      if (after === undefined)
        return { lines: await chainOwn(records, { hash: sha256 }), practice: answer.data.practice }
    }
    return undefined
  }
  /** What acts are read and followed with. A log from before records were acts needs nothing of it. */
  const following = async () => {
    const { readAct = () => undefined, follow } = (await loadFollowing?.(client)) ?? {}
    const reader: OwnReader = { hash: sha256, readAct }
    return { reader, follow }
  }
  /** What there is to say of lines: what is wrong with them, or how many are right. */
  const judge = async (lines: readonly OwnLine[]): Promise<Found> => {
    const { reader, follow } = await following()
    const problem = await checkOwn(lines, reader)
    if (problem !== undefined) return { kind: 'bad', text: t('file.wrong', { number: problem.seq }) }
    const found: FollowedActs = (await follow?.(lines)) ?? { kind: 'unknown' }
    const checked = t('file.checked', { count: lines.length })
    if (found.kind === 'false') return { kind: 'bad', text: t('file.unfollowed', { number: found.seq }) }
    if (found.kind === 'contradicts') return { kind: 'bad', text: t('file.fork') }
    return {
      kind: 'good',
      text: found.kind === 'signed' ? `${checked} ${t('file.signed', { size: found.size })}` : checked,
    }
  }
  const rowsOf = async (lines: readonly OwnLine[]) => {
    const { reader } = await following()
    return lines.map((line) => ownLogCells(line, reader))
  }
  return { readLog, judge, rowsOf }
}

/** One's log as a file to keep, checked on this device; and an older file beside the log of today. */
export function OwnLogCard() {
  const t = useWords<Messages>('audit')
  const [busy, setBusy] = useState<'save' | 'check'>()
  const [found, setFound] = useState<Found>()
  const { readLog, judge, rowsOf } = useOwnLog()
  const save = async (): Promise<void> => {
    const log = await readLog()
    if (log === undefined) return setFound({ kind: 'bad', text: t('file.unread') })
    const head = [[t('file.title')], ...(log.practice ? [[t('file.practice')]] : []), []]
    const rows = await rowsOf(log.lines)
    saveFile('bolsillo-log.csv', 'text/csv', writeCsv([...head, [...ownLogHead], ...rows]))
    setFound(await judge(log.lines))
  }
  const check = async (file: File): Promise<void> => {
    const older = file.size > fileBytesMax ? undefined : readOwnLog(await file.text())
    if (older === undefined) return setFound({ kind: 'bad', text: t('file.foreign') })
    const own = await judge(older)
    if (own.kind === 'bad') return setFound(own)
    const log = await readLog()
    if (log === undefined) return setFound({ kind: 'bad', text: t('file.unread') })
    const missing = missingSince(older, log.lines)
    setFound(
      missing === undefined
        ? { kind: 'good', text: t('file.same', { count: older.length, added: log.lines.length - older.length }) }
        : { kind: 'bad', text: t('file.missing', { number: missing }) },
    )
  }
  const run = (what: 'save' | 'check', work: () => Promise<void>): void => {
    setBusy(what)
    setFound(undefined)
    void work().finally(() => setBusy(undefined))
  }
  return (
    <Card>
      <h2 className="text-15">{t('file.keep')}</h2>
      <p className="mt-1 mb-3 text-13 text-second">{t('file.why')}</p>
      <div className="flex flex-col gap-2.5">
        <FileButtons busy={busy} onSave={() => run('save', save)} onFile={(file) => run('check', () => check(file))} />
        {found !== undefined && (
          <div role="status">
            <Note
              icon={found.kind === 'good' ? ShieldCheck : CircleAlert}
              tone={found.kind === 'good' ? 'good' : 'bad'}
            >
              {found.text}
            </Note>
          </div>
        )}
      </div>
    </Card>
  )
}

/** Saves the log as a file, and takes an older file to check. */
function FileButtons(props: {
  readonly busy: 'save' | 'check' | undefined
  readonly onSave: () => void
  readonly onFile: (file: File) => void
}) {
  const { busy, onSave, onFile } = props
  const t = useWords<Messages>('audit')
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button kind="ghost" wide loading={busy === 'save'} disabled={busy === 'check'} onClick={onSave}>
        {t('file.save')}
      </Button>
      <Button
        kind="plain"
        wide
        loading={busy === 'check'}
        disabled={busy === 'save'}
        onClick={() => picker.current?.click()}
      >
        {t('file.check')}
      </Button>
      <input
        ref={picker}
        type="file"
        accept=".csv,text/csv"
        aria-label={t('file.check')}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
    </>
  )
}
