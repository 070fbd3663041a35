/** The words of the pages about how this firm and its market work: home does without them. */
export const messages = {
  app: {
    title: 'Acerca de',
    what: 'Una casa de bolsa que sus clientes pueden comprobar.',
    documents: 'Documentos',
    open: 'Lo que puedes comprobar',
    status: 'Pausas y estado de hoy',
    journal: 'El diario público',
    powers: 'Lo que el personal puede hacer',
    market: 'Cómo se hace el mercado',
    terms: 'Reglas de los retiros',
    complaints: 'Si algo salió mal',
    first: 'Escribe primero a la firma:',
    practice: 'En este mercado de práctica no hay dinero que reclamar. Con una firma real, así se hace:',
    outside: 'Si la respuesta no llega o no te sirve, acude a la autoridad. No cuesta y no necesitas abogado.',
    mexico: 'México',
    mexicoText:
      'La firma tiene una Unidad Especializada (UNE) que debe responderte. Después, la CONDUSEF concilia o te orienta.',
    brazil: 'Brasil',
    brazilText:
      'Primero la atención de la firma y su ouvidoria. Después, el consumidor.gov.br; la CVM por inversiones; el Banco Central por cuentas y pagos.',
    elsewhere: 'Otros países',
    elsewhereText:
      'Busca al supervisor financiero de tu país o a tu defensor del consumidor. Escribe tú su dirección: no sigas enlaces de un mensaje.',
  },
  powers: {
    coming: 'Lo que viene',
    begin: 'Empieza a contar: {roles}',
    end: 'Deja de contar: {roles}',
    rootActs: 'Personas admitidas en el servidor, sin el personal: {ever} en total, {lately} en {days} días.',
    waitHours:
      'Las facultades nuevas esperan {count} horas, anunciadas aquí. Hasta entonces no se propone ni se decide nada con ellas.',
    waitMinutes:
      'En este mercado de práctica las facultades nuevas esperan {count} minutos; donde el dinero es real, al menos {hours} horas. Hasta entonces no se propone ni se decide nada con ellas.',
    title: 'Lo que el personal puede hacer',
    note: 'La lista completa, hecha del programa mismo. Nadie puede fijar un precio, una ejecución, un rendimiento ni un saldo. Cada acto sobre tu cuenta queda en tu registro.',
    kinds: {
      'two-people': 'Con dos personas',
      acts: 'Una persona',
      looks: 'Solo ver',
    },
    two: 'Propone: {makers}. Decide otra persona: {checkers}.',
    who: '{roles}',
    reasons: 'Motivos: {reasons}',
    times: '{count} en {days} días',
    roles: {
      support: 'soporte',
      compliance: 'cumplimiento',
      treasury: 'tesorería',
      product: 'producto',
      auditor: 'auditoría',
      admin: 'administración',
    },
  },
  staffAccounts: {
    title: 'Cuentas de clientes de quienes trabajan aquí',
    text: 'Se reconocen por sus documentos verificados y pasan por las mismas reglas. Nadie decide sobre la suya. En suma:',
    count: 'Cuentas',
    balances: 'Tienen',
    results: 'Resultado de operar, con comisiones',
  },
  made: {
    title: 'Cómo se hace el mercado',
    lead: 'Este mercado es de práctica: los precios los hace un programa nuestro, no una bolsa. Aquí está quién cotiza, quién toma y cuánto ganó o perdió ese programa contra los clientes.',
    leadElsewhere:
      'Los precios de este mercado vienen de fuera; quien está del otro lado de tus órdenes es un programa nuestro, con dinero de práctica. Aquí está cuánto ganó o perdió contra los clientes.',
    who: 'Quién está en el mercado',
    quoteT: 'Quién cotiza',
    quote:
      'Dos creadores de mercado simulados ponen niveles de compra y de venta en cada instrumento. Si acumulan de más, mueven sus precios, igual hacia los dos lados.',
    takeT: 'Quién toma',
    take: 'Cinco clases de participantes simulados: al azar, de tendencia, de reversión, informados y de órdenes grandes por partes. Y los clientes, en el mismo libro.',
    whatT: 'Sobre qué',
    what: 'Un valor justo que sale de una semilla elegida antes de empezar. Nadie puede cambiarlo: ni el personal ni la configuración.',
    knowT: 'Algunos conocen el valor justo',
    know: 'Los creadores cotizan alrededor de él y los informados toman lo que queda más allá. Tú no lo ves: contra ellos, adivinar tiende a costar.',
    blindT: 'Lo que nadie ve',
    blind:
      'Ninguno puede preguntar de quién es una orden: la tuya se trata como cualquiera, y quien llegó antes a un precio va primero.',
    won: 'Qué ganó o perdió el mercado',
    basis:
      'De un día de bolsa: lo que recibió de los clientes, menos lo que les pagó, más el cambio de valor de lo que tiene, al precio de cierre de cada día. Las operaciones entre clientes se compensan. Las comisiones van aparte: son de Bolsillo. El dinero a favor del mercado es dinero que perdieron los clientes.',
    against: 'Contra los clientes',
    demo: 'Contra las cuentas de demostración',
    none: 'Todavía no hay operaciones en estos días.',
    open: 'hasta ahora',
    unpriced: 'Sin precio de cierre, fuera de la suma: {count}',
    parts: 'De qué se compone',
    bought: 'Vendió',
    sold: 'Compró',
    received: 'Recibió',
    paid: 'Pagó',
    other: 'Financiamiento y pérdidas que asumió',
    before: 'Tenía, al cierre anterior',
    after: 'Tiene, al cierre',
    result: 'Resultado',
    demoPart: 'demostración',
    at: 'a {price}',
  },
}

/** Every language has exactly these keys. */
export type Messages = typeof messages
