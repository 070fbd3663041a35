export const messages = {
  rejections: {
    'approval-unknown': 'No hay una propuesta con ese número.',
    'approval-closed': 'Esta propuesta ya se decidió.',
    'approval-expired': 'Pasó la hora para decidir esta propuesta. Hay que proponerla de nuevo.',
    'approval-own': 'Tú la propusiste: la decide otra persona.',
    'approval-changed': 'Lo que viste ya no es lo que está guardado. Revísalo de nuevo.',
    'reason-unlisted': 'Elige un motivo de la lista.',
    'approval-open': 'Ya hay una propuesta abierta sobre esto.',
    'factor-stale': 'Confirma con tu segundo factor antes de proponer.',
    'factor-missing': 'Falta tu segundo factor.',
    'views-too-many': 'Viste los datos de {most} clientes en una hora. Espera o pide ayuda a cumplimiento.',
  },
  acts: {
    propose: 'El personal propuso algo sobre tu cuenta',
    approve: 'Una segunda persona lo aprobó',
    refuse: 'Una segunda persona lo rechazó',
    'take-back': 'Se retiró la propuesta',
    expire: 'La propuesta venció sin decisión',
    view: 'El personal vio datos tuyos',
    'views-stop': 'Se detuvo a alguien que veía datos de demasiados clientes',
  },
}

/** Every language has exactly these keys. */
export type Messages = typeof messages
