// What people in our countries use as passwords first, lower case and without accents. Each word stands for all its forms
// with digits, signs and look-alike letters (see password-rules.ts), so the list is short and still refuses millions.

const words = `
  password passwort passw pass passe contrasena contra clave claveacceso micontrasena miclave mipassword palabra
  secreto secreta secret senha minhasenha segredo acceso access login admin administrador administrator root
  usuario user usuaria guest invitado test testing prueba pruebas teste demo default cambiar cambiame changeme
  temporal temp nuevo nueva welcome bienvenido bienvenida bemvindo hola hello holamundo helloworld abrete sesamo
  letmein open trustno master maestro iloveyou ilove loveyou teamo tequiero teextrano teadoro teamomucho miamor
  amormio amor amores amorcito amorsito mivida vida corazon corazoncito carino besos beso bebe bebita bebito nena
  nene princesa princess principe reina rey rei rainha reyna gatito gatita gatos gato perro perrito cachorro
  cachorra love lover lovely loveme babygirl baby babyboy honey sweet sweety sweetie cutie angel angelito angelita
  angels angeles anjo cielo estrella estrellita sol solecito luna lunita mariposa flor flores florcita rosa rosas
  rosita dulce chocolate fresa fresita cereza galleta pastel caramelo miel azucar mexico mexicano mexicana
  mexicanos vivamexico guadalajara monterrey puebla tijuana veracruz acapulco cancun toluca leon chihuahua
  hermosillo sonora sinaloa culiacan mazatlan oaxaca chiapas yucatan merida campeche tabasco hidalgo pachuca
  morelia michoacan jalisco zacatecas durango coahuila saltillo torreon tampico tamaulipas nayarit colima
  queretaro morelos tlaxcala baja california ensenada juarez reynosa matamoros chilango tapatio regio azteca
  aztecas maya mayas colombia bogota medellin cali argentina buenosaires peru lima chile santiago ecuador quito
  guayaquil bolivia lapaz paraguay uruguay montevideo venezuela caracas guatemala honduras nicaragua panama
  costarica elsalvador cuba habana republica dominicana puertorico espana madrid barcelona sevilla valencia brasil
  brazil saopaulo riodejaneiro bahia salvador recife fortaleza curitiba portoalegre portugal lisboa america usa
  canada london paris roma italia francia alemania chivas aguilas clubamerica pumas cruzazul tigres rayados santos
  atlas necaxa toros xolos realmadrid barca fcbarcelona messi ronaldo cristiano neymar maradona pele futbol
  football soccer futebol flamengo corinthians palmeiras vasco gremio internacional botafogo fluminense cruzeiro
  atletico river riverplate bocajuniors boca racing independiente liverpool chelsea arsenal manchester juventus
  milan inter hockey baseball basketball beisbol lakers yankees cowboys raiders steelers eagles packers dodgers
  dolphins jesus jesucristo cristo dios diosesamor diosmio jehova maria virgen guadalupe virgendeguadalupe
  angelguardian bendicion bendiciones esperanza paz gracia gloria aleluya amen god jesuschrist church heaven deus
  deusfiel deuseamor jesusteama jesusesenor cristovive diosteama santo santa espiritu dragon monkey tiger tigre
  tigger lion leona panther pantera puma eagle aguila halcon falcon wolf lobo loba shadow sombra phoenix fenix
  butterfly dolphin delfin horse caballo yegua snake serpiente toro bull bear oso osito panda pandita koala
  pinguino conejo conejito raton ratoncito mickey minnie mouse bunny kitty hellokitty puppy doggy cookie ginger
  buster bailey max maximo rocky lucky luckydog firulais princesita fluffy pepper snoopy scooby garfield felix
  simba nala superman batman spiderman ironman capitan hulk thor wolverine avengers marvel starwars skywalker
  vader yoda pokemon pikachu charizard naruto sasuke sakura itachi goku vegeta gohan dragonball onepiece luffy
  bleach sonic mario luigi zelda minecraft fortnite roblox callofduty halo gta pubg freefire league legends
  leagueoflegends dota counter strike counterstrike gamer gaming playstation xbox nintendo matrix gandalf hobbit
  frodo potter harrypotter hogwarts hermione twilight crepusculo edward bella frozen elsa anna abc abcd abcde
  abcdef abcdefg qwe qwer qwert qwerty qwertyu qwertyui qwertyuiop asd asdf asdfg asdfgh asdfghj asdfghjkl zxc
  zxcv zxcvb zxcvbn zxcvbnm qaz qazwsx wsx edc rfv poiuy poiuyt lkjhg mnbvc mnbvcxz azerty asdasd qweqwe zxczxc
  asdqwe qweasd qweasdzxc aaa bbb xxx zzz dinero money cash plata lana pesos dolar dolares dollar euro euros rico
  rica millonario millonaria riqueza fortuna suerte oro gold silver platinum diamante diamond banco banca bank
  banamex bancomer bbva banorte santander hsbc scotiabank bancoazteca coppel elektra mercado mercadolibre
  mercadopago paypal visa mastercard amex bitcoin crypto cripto ethereum dogecoin trading trader traders broker
  bolsa acciones inversion inversiones inversor invertir ahorro ahorros cartera billetera wallet finanzas capital
  tesoro computer computadora internet google facebook twitter instagram tiktok whatsapp youtube gmail hotmail
  yahoo outlook microsoft windows apple iphone samsung android linux ubuntu server oracle mysql system sistema
  network wifi router casa hogar familia family mifamilia trabajo oficina empresa escuela school colegio
  universidad unam politecnico tec estudiante student teacher profesor maestra doctor doctora medico enfermera
  abogado ingeniero ingeniera arquitecto policia soldado militar piloto rock rockstar metallica metal nirvana
  beatles thebeatles rbd rebelde shakira selena luismiguel juangabriel vicente fernandez pedroinfante badbunny
  maluma jbalvin daddyyankee reggaeton salsa cumbia bachata banda norteno corrido corridos mariachi musica music
  guitar guitarra piano violin bateria dance danza baile dancer singer cantante artista slipknot linkinpark
  greenday acdc queen madonna eminem rihanna beyonce taylor taylorswift justin justinbieber onedirection jonas
  hannah montana summer verano winter invierno spring primavera autumn otono january february march april june
  july august september october november december enero febrero marzo abril mayo junio julio agosto septiembre
  octubre noviembre diciembre janeiro fevereiro marco maio junho julho setembro outubro novembro dezembro monday
  tuesday wednesday thursday friday saturday sunday lunes martes miercoles jueves viernes sabado domingo navidad
  christmas pascua feliz felicidad felicidades happy birthday cumpleanos black negro negra white blanco blanca red
  rojo roja blue azul green verde yellow amarillo orange naranja purple morado morada violeta pink gris brown cafe
  dorado plateado preto branco vermelho amarelo roxo sunshine freedom libertad liberdade peace forever siempre
  parasempre nunca never always whatever nothing nada todo fuck fucker fuckyou fuckoff bitch shit asshole pussy
  sexy sex sexo hottie puta puto putamadre chinga chingatumadre pendejo pendeja cabron mierda culo verga joder
  cono gilipollas caralho merda porra buceta foda idiota estupido estupida tonto tonta loco loca locura crazy
  killer asesino diablo diabla demonio devil satan hell infierno muerte death vampiro vampire zombie fantasma
  ninja samurai pirata guerrero guerrera warrior hunter cazador ranger soldier sniper
`

const names = `
  margarita juana rosario francisca teresa alicia elena ana anamaria leticia gabriela patricia silvia martha marta
  sandra claudia adriana veronica laura norma irma yolanda carmen rosamaria lucia sofia valentina valeria camila
  ximena jimena regina renata natalia natalie fernanda mariana daniela alejandra andrea paola paulina monica karla
  carla karina karen diana liliana lilian lizbeth elizabeth isabel isabella isabela beatriz araceli maricela
  dolores consuelo concepcion socorro josefina rosalia esther ester raquel rebeca sara sarah ruth susana cristina
  victoria viviana vanessa wendy yesenia jessica jennifer jenny stephanie estefania brenda nancy miriam mirna nora
  nadia olga pilar lourdes luz luzmaria magdalena marisol maribel melissa michelle nicole noemi catalina cecilia
  celia angelica angelina antonia amanda amelia amparo azucena barbara berenice carolina carina clara dulcemaria
  edith emma emily erika erica eva evelyn fabiola fatima flora graciela hilda ines ingrid irene iris ivonne
  jacqueline janet jazmin yazmin julia juliana julieta katia lorena lorenza luisa luisamaria lupita lupe malena
  manuela marcela marina martina matilde mercedes mireya nelly ofelia olivia pamela perla priscila rocio romina
  rosalba roxana samantha selene soledad tamara tania ursula virginia viridiana xochitl yadira yamile zaira zoe
  jose juan luis carlos francisco javier pedro antonio alejandro miguel miguelangel manuel fernando jorge roberto
  ricardo eduardo daniel david sergio martin arturo rafael raul oscar hector victor gerardo enrique guillermo
  alberto alfredo armando arnoldo benjamin bernardo cesar christian cristian cristobal diego edgar eder edwin
  emiliano emilio emmanuel erick eric ernesto esteban eugenio fabian felipe fidel gabriel german gilberto gonzalo
  gregorio gustavo hugo humberto ignacio isaac ismael israel ivan jaime jair jesusmaria joaquin joel jonathan
  josue juancarlos juanjose julian kevin leonardo leonel leopoldo lorenzo lucas luisangel luisfernando marcos
  marcoantonio mateo matias mauricio maximiliano moises nestor nicolas noe octavio omar orlando oswaldo pablo
  patricio ramiro ramon rene rigoberto rodolfo rodrigo rogelio roman ruben samuel saul sebastian simon teodoro
  tomas ulises uriel valentin vladimir wilson xavier yahir joao paulo mateus matheus guilherme henrique thiago
  tiago bruno caio vinicius leandro anderson wellington wagner fabio flavio marcelo rogerio renato adriano
  alexandre andre augusto claudio douglas everton igor jean jefferson luan luciano luiz marcio mauro murilo nelson
  otavio robson romario vitor anapaula aline bianca bruna cintia debora eduarda elaine fabiana francine gisele
  helena isadora jaqueline joana larissa luana luciana luiza marcia milena monique rafaela sabrina simone tatiane
  thais vitoria michael jordan michaeljordan robert thomas joshua matthew anthony william andrew charlie harley
  george thunder joseph charles jackson ashley amber austin brandon brian chris christopher corey dakota dallas
  danielle dennis donald frank heather jacob james jason jasmine jeremy john johnny johnson kimberly lauren maggie
  marlboro morgan nathan nicholas oliver parker patrick peter rachel richard ronald scott scooter sparky stephen
  steven tyler vincent walter zachary garcia hernandez martinez lopez gonzalez rodriguez perez sanchez ramirez
  cruz gomez morales vazquez jimenez reyes diaz torres gutierrez ruiz mendoza aguilar ortiz castillo moreno romero
  alvarez rivera chavez ramos herrera medina castro vargas guzman velazquez rojas contreras salazar ortega silva
  oliveira souza sousa pereira costa ferreira almeida carvalho gomes ribeiro alves soares fernandes vieira barbosa
  rocha dias nascimento
`

/** Words that make a password common when it is hardly more than one or two of them. */
export const commonWords: ReadonlySet<string> = new Set(`${words} ${names}`.trim().split(/\s+/))
