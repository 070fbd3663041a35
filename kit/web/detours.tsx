import { type ComponentType, createContext, lazy, type ReactNode, Suspense, useContext } from 'react'

/** What a form may lack, and another room has: a sheet over the form makes up for it, and the form goes on. */
type DetourName = 'trade-password' | 'transfer' | 'convert'

export interface DetourProps {
  /** Closed, whether or not anything was done. */
  readonly onClose: () => void
  /** It is done. Six digits that were just chosen come along: they need not be typed again at once. */
  readonly onDone: (chosen?: string) => void
  /** What is short, and the purse it is short in, where the form knows them. */
  readonly asset?: string | undefined
  readonly purse?: string | undefined
}

type LoadDetour = () => Promise<{ readonly default: ComponentType<DetourProps> }>

/** The sheets a room has for the forms of others. */
export type RoomDetours = Readonly<Partial<Record<DetourName, LoadDetour>>>

const Detours = createContext<ReadonlyMap<string, ComponentType<DetourProps>>>(new Map())

/** Gives the forms below it the sheets of all rooms; each comes when it is first opened. */
export function DetoursProvider(props: { readonly of: readonly RoomDetours[]; readonly children: ReactNode }) {
  const known = sheetsOf(props.of)
  return <Detours value={known}>{props.children}</Detours>
}

const made = new WeakMap<LoadDetour, ComponentType<DetourProps>>()

/** A sheet is made once: another one for each rendering would lose what was typed into it. */
function sheetsOf(rooms: readonly RoomDetours[]): ReadonlyMap<string, ComponentType<DetourProps>> {
  return new Map(
    rooms.flatMap(Object.entries<LoadDetour>).map(([name, load]) => {
      const sheet = made.get(load) ?? lazy(load)
      made.set(load, sheet)
      return [name, sheet] as const
    }),
  )
}

/** The sheet of a name over what is open; nothing where no room has it. */
export function Detour({ name, ...props }: DetourProps & { readonly name: DetourName }) {
  const Sheet = useContext(Detours).get(name)
  if (Sheet === undefined) return null
  return (
    <Suspense fallback={null}>
      <Sheet {...props} />
    </Suspense>
  )
}
