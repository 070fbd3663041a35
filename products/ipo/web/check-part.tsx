import { systemClock } from '@bolsillo/kernel'
import { Button, Card, ChecksCard, Note, useSaid } from '@bolsillo/ui'
import { dataOf, saveFile, useCustomer, useKit, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useState } from 'react'
import { linesMax, listIpoLines } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { type AllotmentCheck, checkAllotment, fileText, isFine, type PublishedFile } from './check-allotment.ts'
import { readKept } from './kept-application.ts'
import type { Application, Offering } from './offering-words.tsx'

/** Over two million lines: as many as an offering can have. */
const pagesMax = 2_200

/** Every page of the published list. */
function useReadFile(): (id: string) => Promise<PublishedFile> {
  const { client } = useKit()
  return async (id) => {
    const lines: string[] = []
    let cursor: string | undefined
    for (let page = 0; page < pagesMax; page += 1) {
      const rest = cursor === undefined ? {} : { cursor }
      const answer = dataOf(await client.call(listIpoLines, { id, limit: String(linesMax), ...rest }))
      lines.push(...answer.lines)
      cursor = answer.next
      if (cursor === undefined) return { header: answer.header, lines }
    }
    // A part of the list would look like one without the line that is looked for.
    throw new Error(`a list of over ${pagesMax} pages`)
  }
}

type State =
  | { readonly kind: 'idle' | 'unread' }
  | { readonly kind: 'running'; readonly done: number; readonly total: number }
  | { readonly kind: 'found'; readonly file: PublishedFile; readonly check: AllotmentCheck }

/** The allotment run again by this device from the published file, and what it found. */
export default function CheckPart(props: { readonly offering: Offering; readonly own: Application | undefined }) {
  const t = useWords<Messages>('ipo')
  const said = useSaid()
  const { state, run } = useCheck(props.offering, props.own)
  const found = state.kind === 'found' ? state : undefined
  return (
    <>
      <Card className="flex flex-col items-start gap-2">
        <h2 className="text-15">{t('check.title')}</h2>
        <p className="text-13 text-second">{t('check.text')}</p>
        <div className="flex flex-wrap gap-2">
          <Button kind="ghost" size="medium" loading={state.kind === 'running'} onClick={() => void run()}>
            {t(found === undefined ? 'check.run' : 'check.again')}
          </Button>
          {found !== undefined && <SaveButton name={`${props.offering.id}.ndjson`} file={found.file} />}
        </div>
        {state.kind === 'running' && state.total > 0 && (
          <p role="status" className="text-12 text-second">
            {t('check.progress', {
              done: said.quantity(String(state.done)),
              total: said.quantity(String(state.total)),
            })}
          </p>
        )}
        {state.kind === 'unread' && <Note tone="bad">{t('check.unread')}</Note>}
      </Card>
      {found !== undefined && <Outcome check={found.check} />}
    </>
  )
}

/** Reads the file and checks it when asked to. */
function useCheck(offering: Offering, own: Application | undefined) {
  const customer = useCustomer() ?? ''
  const readFile = useReadFile()
  const [state, setState] = useState<State>({ kind: 'idle' })
  const run = async (): Promise<void> => {
    setState({ kind: 'running', done: 0, total: 0 })
    try {
      const file = await readFile(offering.id)
      const kept = customer === '' ? undefined : readKept(customer, offering.id)
      const pacing = {
        nowMs: () => systemClock.now(),
        pause: () => new Promise<void>((resolve) => setTimeout(resolve)),
        onProgress: ({ done, total }: { readonly done: number; readonly total: number }) =>
          setState({ kind: 'running', done, total }),
      }
      setState({ kind: 'found', file, check: await checkAllotment(file, { offering, own, kept }, pacing) })
    } catch {
      setState({ kind: 'unread' })
    }
  }
  return { state, run }
}

function SaveButton({ name, file }: { readonly name: string; readonly file: PublishedFile }) {
  const t = useWords<Messages>('ipo')
  return (
    <Button kind="plain" size="medium" onClick={() => saveFile(name, 'text/plain', fileText(file))}>
      {t('check.save')}
    </Button>
  )
}

function Outcome({ check }: { readonly check: AllotmentCheck }) {
  const t = useWords<Messages>('ipo')
  const said = useSaid()
  const isOwnGone = check.checks.some(({ name, failed }) => name === 'own' && failed)
  return (
    <>
      {isOwnGone && (
        <div role="alert">
          <Note tone="warning" icon={CircleAlert} className="text-15">
            {t('check.ownMissing')}
          </Note>
        </div>
      )}
      <ChecksCard
        title={t(isFine(check) ? 'check.fine' : 'check.wrong')}
        checks={check.checks.map(({ name, failed, open = false }) => ({ label: t(`check.${name}`), failed, open }))}
      >
        <p>{t('check.how', { count: said.quantity(String(check.applications)) })}</p>
      </ChecksCard>
    </>
  )
}
