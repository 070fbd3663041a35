import { classes } from '../classes.ts'
import { keyCap } from '../keys/pressed-key.ts'
import { useKeyEcho } from '../keys/use-keys.ts'

/** The effect of the last press, at the foot of the window: every key that did something, or could not, shows it. */
export function KeyEcho() {
  const effect = useKeyEcho()
  return (
    <div role="status" className="pointer-events-none fixed right-4 bottom-4 z-30 max-w-[min(24rem,calc(100vw-2rem))]">
      {effect !== undefined && (
        <p
          className={classes(
            'flex items-center gap-2 rounded-field px-3 py-2 text-13 shadow-lg',
            effect.isBlocked ? 'bg-warn text-warnink' : 'bg-ink text-page',
          )}
        >
          <kbd className="rounded-[5px] border border-current/40 px-1.5 font-medium font-sans text-12">
            {keyCap(effect.key)}
          </kbd>
          <span>{effect.text}</span>
        </p>
      )}
    </div>
  )
}
