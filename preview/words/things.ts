import { entries } from './entries';
import type { LexiconEntry } from './entries';

/** Places that the painter can paint. */
const places = entries('place', {
  mountain: ['mountain, hill, peak, valley', '산, 산맥, 산속, 산봉우리, 언덕, 봉우리, 설산, 산길'],
  sea: ['sea, ocean, beach, coast, wave, shore, seaside', '바다, 바닷가, 해변, 해안, 파도, 백사장, 밤바다'],
  water: [
    'lake, river, pond, stream, waterway, creek, reflection',
    '호수, 강, 강가, 강변, 연못, 시냇물, 개울, 물길, 냇가, 호숫가',
  ],
  city: [
    'city, street, downtown, skyline, skyscraper, building, urban, metropolis',
    '도시, 거리, 빌딩, 건물, 시내, 도심, 마천루, 밤거리, 야경',
  ],
  forest: ['forest, wood, woods, grove, tree', '숲, 숲속, 나무, 숲길, 수풀'],
  field: ['field, meadow, grassland, prairie, countryside, lawn, grass', '들판, 초원, 잔디, 시골, 풀밭, 들, 평원'],
  desert: ['desert, dune, sand', '사막, 모래, 모래언덕'],
  space: [
    'space, galaxy, planet, universe, cosmos, nebula, outer space, star, starry, milky way',
    '우주, 은하, 은하수, 행성, 성운, 별, 별빛, 별밤, 별하늘',
  ],
  indoor: ['room, interior', '방, 방안, 실내, 창가'],
  sky: ['sky, heaven', '하늘, 창공'],
  underwater: ['underwater, coral reef, deep sea', '바닷속, 물속, 심해, 산호초, 수중'],
});

/** Places that are not painted as themselves: each has the mood of the place above it in the list. */
const namedPlaces = entries(
  'place',
  {
    mountain: ['cliff, canyon, alps, volcano', '절벽, 협곡, 계곡, 화산, 한라산, 백두산'],
    sea: ['island, harbor, harbour', '섬, 항구, 제주, 부둣가, 등대'],
    water: ['waterfall', '폭포, 한강'],
    city: [
      'alley, town, rooftop, seoul, tokyo, new york, paris',
      '골목, 서울, 부산, 옥상, 골목길, 도쿄, 뉴욕, 파리, 마을',
    ],
    forest: ['jungle, pine, bamboo', '정글, 밀림, 소나무, 대나무, 자작나무'],
    field: ['farm, garden, park', '밭, 논, 농장, 정원, 공원, 목장, 꽃밭'],
    desert: ['sahara', '사하라, 오아시스'],
    indoor: [
      'house, home, cafe, kitchen, library, studio, bedroom, office, museum, school',
      '집, 카페, 부엌, 주방, 도서관, 침실, 교실, 작업실, 미술관, 사무실, 학교',
    ],
  },
  false,
);

/** Subjects that the painter has a figure for: none of these would be painted as something else. */
const subjects = entries('subject', {
  portrait: [
    'portrait, person, woman, man, girl, boy, face, lady, selfie, human',
    '초상화, 인물, 사람, 여자, 남자, 소녀, 소년, 얼굴, 여인, 친구',
  ],
  cat: ['cat, kitten, kitty', '고양이, 냥이, 새끼고양이, 아기고양이'],
  dog: ['dog, puppy', '강아지, 개, 멍멍이'],
  bird: ['bird, seagull, sparrow, dove', '새, 새들, 갈매기, 참새, 비둘기, 철새'],
  fish: ['fish, goldfish', '물고기, 금붕어'],
  deer: ['deer', '사슴'],
  flower: ['flower, blossom, daisy, petal, bloom', '꽃, 꽃잎, 코스모스, 꽃길, 들꽃'],
  blossom: ['cherry blossom', '벚꽃, 매화'],
  boat: ['boat, sailboat, yacht', '배, 돛단배, 요트'],
  moon: ['moon, moonlight, crescent, full moon', '달, 달빛, 보름달, 초승달, 달밤'],
  sun: ['sun', '해, 태양'],
  hanok: ['hanok', '한옥, 기와집'],
  car: ['car', '자동차'],
  balloon: ['balloon, hot air balloon', '열기구'],
  rocket: ['rocket', '로켓'],
  drink: ['coffee, tea', '커피, 차'],
  robot: ['robot', '로봇'],
});

/** Things that nothing here paints. Each group has a home, whose mood its name is set over. */
const namedSubjects = entries(
  'subject',
  {
    people: [
      'people, child, king, queen, princess, knight, dancer, grandmother, grandfather, wizard, fisherman, hero, warrior',
      '아이, 공주, 왕자, 기사, 여왕, 할머니, 할아버지, 아기, 가족, 무용수, 엄마, 아빠, 마법사, 영웅',
    ],
    wildlife: [
      'tiger, leopard, wolf, fox, rabbit, bear, panda, squirrel, animal',
      '호랑이, 표범, 늑대, 여우, 토끼, 곰, 판다, 다람쥐, 동물',
    ],
    grazing: [
      'lion, horse, elephant, cow, sheep, giraffe, corgi, retriever',
      '사자, 말, 코끼리, 소, 양, 기린, 웰시코기, 진돗개',
    ],
    legend: ['dragon, unicorn', '용, 유니콘'],
    wings: [
      'eagle, owl, crane, swan, parrot, penguin, airplane, plane, airship',
      '독수리, 부엉이, 두루미, 학, 백조, 앵무새, 비행기, 풍선, 비행선',
    ],
    sealife: ['whale, dolphin, shark, turtle, jellyfish', '고래, 돌고래, 상어, 거북이, 해파리'],
    bloom: [
      'rose, tulip, bouquet, sunflower, lotus, orchid',
      '장미, 튤립, 해바라기, 연꽃, 꽃다발, 진달래, 유채꽃, 무궁화, 동백',
    ],
    vessel: ['ship, canoe, ferry, lighthouse', '나룻배, 조각배, 여객선'],
    landmark: [
      'castle, palace, temple, tower, bridge, church, pagoda, cottage, cabin, windmill, ruin',
      '성, 궁, 궁전, 경복궁, 사원, 절, 탑, 다리, 교회, 오두막, 초가집, 풍차, 폐허',
    ],
    traffic: [
      'train, bicycle, bike, motorcycle, bus, tram, truck, taxi, android, cyborg, machine, mecha',
      '기차, 자전거, 오토바이, 버스, 전차, 트럭, 택시, 안드로이드, 사이보그, 기계',
    ],
    spacecraft: ['spaceship, spacecraft, ufo, astronaut', '우주선, 우주비행사, 우주인'],
    food: [
      'food, cake, bread, fruit, apple, ice cream, ramen, pizza, wine, strawberry',
      '음식, 케이크, 빵, 과일, 사과, 아이스크림, 라면, 피자, 와인, 떡볶이, 김치, 비빔밥, 딸기, 디저트',
    ],
  },
  false,
);

export const things: readonly LexiconEntry[] = [...places, ...namedPlaces, ...subjects, ...namedSubjects];
