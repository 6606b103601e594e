import pytest, time
from django.db import connection
from django.test.utils import CaptureQueriesContext
from tests.platform.matches.cast import *
@pytest.mark.django_db(transaction=True)
def test_cost(monkeypatch):
    a,b=person("A"),person("B")
    from matches.services import play as p
    ns=[];ts=[]
    for _ in range(6):
        m=dealt(a,b)
        for _ in range(25):
            seat=awaited(m); u=m.seats.get(number=seat).user; w=wish_for(m,seat)
            with CaptureQueriesContext(connection) as c:
                t=time.perf_counter(); play(m.pk, Person(u.pk,u.epoch), w); ts.append(time.perf_counter()-t)
            ns.append(len(c))
            if selectors.table(m.pk).desk.over: break
    print("\nqueries",sorted(set(ns)),"median ms",sorted(ts)[len(ts)//2]*1000, len(ts))
